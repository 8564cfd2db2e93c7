import { isEvaluatePath } from "@/components/evaluate/shell/pages";
import { openBrowserEngine } from "@/lib/engine/browser";
import { withoutBase } from "@/lib/http/hosting";

// Runs before React does. The engine takes longest of all that a first chart waits for, so that it
// starts at once; whoever asks for it later shares it, and hears of a failure.
// Pages that ask models draw from the server's answers, and need no engine.
if (!isEvaluatePath(withoutBase(window.location.pathname)))
  openBrowserEngine().catch(() => undefined);
