import { lookAhead } from "@/components/workspace/first-look";
import { openBrowserEngine } from "@/lib/engine/browser";

// Runs before React does. The engine takes longest of all that a chart may wait for, so that it starts
// at once; whoever asks for it later shares it, and hears of a failure.
openBrowserEngine().catch(() => undefined);
// What the first chart is drawn from is on its way while React starts.
lookAhead(new URLSearchParams(window.location.search).get("data"));
