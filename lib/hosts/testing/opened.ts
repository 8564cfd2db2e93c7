import { addressPolicy } from "@/lib/hosts/addresses";
import { hostConfigSchema, type HostConfigInput } from "@/lib/hosts/config";
import type { ModelHost } from "@/lib/hosts/host";
import { openHost, type Environment } from "@/lib/hosts/open";

/** Opens a host for a test, with the policy that a researcher's own machine has. */
export function opened(
  config: Omit<HostConfigInput, "id">,
  environment: Environment = {},
): ModelHost {
  return openHost(hostConfigSchema.parse({ id: "under-test", ...config }), {
    environment,
    policy: addressPolicy(undefined),
  });
}

/** A signal that nobody aborts. */
export const NEVER = new AbortController().signal;
