import type { UseQueryResult } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ApiFailure } from "./client";
import { Queried } from "./queried";

/** What stands where the hosts should. */
function shown(error: Error): string {
  const query = { data: undefined, error } as UseQueryResult<null>;
  return renderToStaticMarkup(
    <Queried query={query} what="the hosts">
      {() => null}
    </Queried>,
  );
}

it("does not doubt that a server runs which has refused", () => {
  const refused = shown(new ApiFailure(409, "hosts.json cannot be read: hosts.json is empty"));
  expect(refused).toContain("hosts.json cannot be read: hosts.json is empty");
  expect(refused).toContain("Mend what is named above;");
  for (const status of [null, 500])
    expect(shown(new ApiFailure(status, "no"))).toContain(
      "See whether the server is still running;",
    );
});
