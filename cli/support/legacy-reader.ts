import { addressPolicy, ALLOW_VARIABLE } from "@/lib/hosts/addresses";
import { readHosts } from "@/lib/hosts/config-store";
import { openEmbedder } from "@/lib/hosts/embedder";
import { openHost } from "@/lib/hosts/open";
import { legacyReader, type ReplyReader } from "@/lib/records/rescore";
import { dataDir } from "@/lib/records/store/paths";

export interface EmbeddingFlags {
  readonly host?: string;
  readonly embeddingModel?: string;
}

const NEEDS = "legacy-1 reads by embeddings of an attached host";

/** What legacy-1 lacks, of a host and its model. */
export function missingEmbeddings({ host, embeddingModel }: EmbeddingFlags): string {
  const missing = [
    ...(host === undefined ? ["the host, as it is attached, with --host"] : []),
    ...(embeddingModel === undefined ? ["its model with --embedding-model"] : []),
  ];
  return `${NEEDS}: name ${missing.join(" and ")}`;
}

/**
 * Runs with the reader of legacy-1, whose host is closed behind it.
 * @throws Error in one line where there is no such host, its key is missing, or it has no embeddings
 */
export async function withLegacyReader<T>(
  id: string,
  model: string,
  run: (reader: ReplyReader) => Promise<T>,
): Promise<T> {
  const { hosts } = await readHosts(dataDir());
  const config = hosts.find((one) => one.id === id);
  if (!config) {
    const names = hosts.map((one) => one.id).join(", ");
    throw new Error(
      `${NEEDS}, and there is no host "${id}": ${names === "" ? "none is attached; attach one on the page Hosts" : `attached are ${names}`}`,
    );
  }
  const host = openHost(config, {
    environment: process.env,
    policy: addressPolicy(process.env[ALLOW_VARIABLE]),
  });
  try {
    const embedder = await openEmbedder(host, model, new AbortController().signal);
    const { digest, host: served } = embedder;
    const reader = legacyReader((texts) => embedder.embed(texts), { model, digest, host: served });
    return await run(reader);
  } finally {
    await host.close();
  }
}
