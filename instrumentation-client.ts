import { openBrowserEngine } from "@/lib/engine/browser";

// Runs before React does. The engine takes longest of all that a first chart waits for, so that it
// starts at once; whoever asks for it later shares it, and hears of a failure.
openBrowserEngine().catch(() => undefined);
