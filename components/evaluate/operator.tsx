"use client";
import { createContext, useCallback, useContext, useRef, useState, type ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import type { JsonEndpointName, ReplyOf } from "@/lib/evaluate/contract/endpoints";
import { ApiFailure, call, type CallOptions } from "./client";

/** Calls an operation that only the operator may; asks for the token where the server wants one. */
export type WriteCall = <K extends JsonEndpointName>(
  name: K,
  options?: Omit<CallOptions, "token">,
) => Promise<ReplyOf<K>>;

const OperatorContext = createContext<WriteCall | null>(null);

/** Who waits for a token; null gives up. */
type Waiting = (token: string | null) => void;

const NEEDS_TOKEN = 401;

function TokenDialog({
  wrong,
  onGive,
}: {
  readonly wrong: boolean;
  readonly onGive: (token: string | null) => void;
}) {
  const [token, setToken] = useState("");
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onGive(null)}
      title="The operator’s token"
      description="This server is open to a network: changes need the token that it was started with (FOILSCOPE_TOKEN)."
    >
      <form
        className="space-y-3"
        onSubmit={(event) => {
          event.preventDefault();
          onGive(token);
        }}
      >
        {wrong && (
          <p role="alert" className="text-danger text-sm">
            That is not the token of this server.
          </p>
        )}
        <label className="block text-sm">
          <span className="text-muted">Token</span>
          <input
            data-autofocus
            type="password"
            autoComplete="off"
            value={token}
            onChange={(event) => setToken(event.target.value)}
            className="border-line bg-surface mt-1 block w-full rounded border px-2 py-1 font-mono"
          />
        </label>
        <p className="text-muted text-xs">
          It is kept in this page’s memory until it is closed or reloaded, and nowhere else.
        </p>
        <Button type="submit" variant="primary" disabled={token === ""}>
          Go on
        </Button>
      </form>
    </Dialog>
  );
}

/** Holds the operator's token while the page lives. */
export function OperatorProvider({ children }: { readonly children: ReactNode }) {
  const token = useRef<string | null>(null);
  const waiting = useRef<Waiting[]>([]);
  const [asking, setAsking] = useState<"no" | "first" | "again">("no");

  const give = (given: string | null) => {
    token.current = given;
    setAsking("no");
    for (const go of waiting.current.splice(0)) go(given);
  };

  const write = useCallback<WriteCall>(async (name, options = {}) => {
    for (;;) {
      const tried = token.current;
      try {
        return await call(name, { ...options, token: tried });
      } catch (error) {
        if (!(error instanceof ApiFailure) || error.status !== NEEDS_TOKEN) throw error;
        // Somebody may have given another one meanwhile.
        if (token.current !== tried) continue;
        const given = await new Promise<string | null>((resolve) => {
          waiting.current.push(resolve);
          setAsking(tried === null ? "first" : "again");
        });
        if (given === null) throw error;
      }
    }
  }, []);

  return (
    <OperatorContext value={write}>
      {children}
      {asking !== "no" && <TokenDialog key={asking} wrong={asking === "again"} onGive={give} />}
    </OperatorContext>
  );
}

export function useWrite(): WriteCall {
  const write = useContext(OperatorContext);
  if (!write) throw new Error("this component needs an OperatorProvider above it");
  return write;
}
