"use client";
import { Remark } from "@/components/ui/remark";
import { plural } from "@/lib/format/number";
import { PageFrame } from "../page-frame";
import { Queried } from "../queried";
import { useHosts } from "../queries";
import { AttachForm } from "./attach-form";
import { HostRow } from "./host-row";

/** The hosts that can be asked, and a form for one more. */
export function HostsView() {
  const query = useHosts();
  const count = query.data?.hosts.length;
  return (
    <PageFrame
      title={count === undefined ? "Hosts" : plural(count, "attached host")}
      subtitle="programs and services that models answer through; keys stay in the environment of the server"
    >
      <Queried query={query} what="the hosts">
        {({ hosts, broken }) => (
          <>
            {broken.map(({ index, reason }) => (
              <Remark key={index}>
                Entry {index + 1} of hosts.json cannot be read and is left as it is: {reason}
              </Remark>
            ))}
            {hosts.length === 0 ? (
              <p className="border-line bg-surface max-w-2xl rounded border p-4">
                No host is attached yet. Name one below: a program on this machine that serves a
                model, or a service that you have a key for. A simulated host needs nothing.
              </p>
            ) : (
              <ul aria-label="Hosts" className="border-line bg-surface rounded border">
                {hosts.map((attached) => (
                  <HostRow key={attached.config.id} attached={attached} />
                ))}
              </ul>
            )}
          </>
        )}
      </Queried>
      <AttachForm />
    </PageFrame>
  );
}
