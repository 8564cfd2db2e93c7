import { isEvaluatePath } from "@/components/evaluate/shell/pages";
import { lookAhead } from "@/components/workspace/first-look";
import { openBrowserEngine } from "@/lib/engine/browser";
import { withoutBase } from "@/lib/http/hosting";

// Runs before React does. Pages that ask models draw from the server's answers, and need no engine.
if (!isEvaluatePath(withoutBase(window.location.pathname))) {
  // The engine takes longest of all that a chart may wait for, so that it starts at once; whoever
  // asks for it later shares it, and hears of a failure.
  openBrowserEngine().catch(() => undefined);
  // What the first chart is drawn from is on its way while React starts.
  lookAhead(new URLSearchParams(window.location.search).get("data"));
}
