import { lookup as systemLookup } from "node:dns/promises";
import ipaddr from "ipaddr.js";

/** Name of the setting that says where hosts may stand. */
export const ALLOW_VARIABLE = "FOILSCOPE_HOSTS_ALLOW";
/** A researcher's own machine, and the services of the internet; not the rest of a private network. */
const ALLOW_DEFAULT = "loopback,public";

export type AddressClass = "loopback" | "private" | "public" | "other";
type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

/** Services that hand out credentials of the machine to whoever asks from it: never a model host. */
const METADATA = [
  "169.254.169.254",
  "169.254.170.2",
  "169.254.170.23",
  "100.100.100.200",
  "168.63.129.16",
  "fd00:ec2::254",
  "fd00:ec2::23",
  "fd20:ce::254",
].map((text) => ipaddr.parse(text).toNormalizedString());

const CLASSES: Partial<Record<string, AddressClass>> = {
  unicast: "public",
  loopback: "loopback",
  // Connecting to "any address" reaches this machine.
  unspecified: "loopback",
  private: "private",
  uniqueLocal: "private",
  carrierGradeNat: "private",
};

const LAST_32_BITS = -4;

/** The IPv4 address inside an IPv6 one that only wraps it (mapped, or translated by NAT64). */
function unwrapped(address: Address): Address {
  if (!(address instanceof ipaddr.IPv6)) return address;
  if (address.isIPv4MappedAddress()) return address.toIPv4Address();
  return address.range() === "rfc6052"
    ? new ipaddr.IPv4(address.toByteArray().slice(LAST_32_BITS))
    : address;
}

/** The deprecated wrapping of IPv4 addresses, which ipaddr.js takes for plain ones: it leads nowhere. */
const DEPRECATED = ipaddr.parseCIDR("::/96");

/** Where an address stands. Link-local, multicast, reserved and tunnel addresses are `other`. */
export function addressClass(text: string): AddressClass {
  const address = unwrapped(ipaddr.parse(text));
  const where = CLASSES[address.range()] ?? "other";
  return where === "public" && within(address, DEPRECATED) ? "other" : where;
}

/** Which addresses a host may have. */
export interface AddressPolicy {
  /** Why an address may not be reached, or null. */
  refusal(address: string): string | null;
}

function rangeOf(word: string): Range {
  if (ipaddr.isValidCIDR(word)) return ipaddr.parseCIDR(word);
  const address = ipaddr.parse(word);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function within(address: Address, [base, bits]: Range): boolean {
  return address.kind() === base.kind() && address.match([base, bits] as [Address, number]);
}

/**
 * Reads the operator's setting: a list of `loopback`, `private`, `public`, addresses and ranges
 * (10.1.0.0/16) with commas between. Unset or empty means `loopback,public`.
 * @throws Error naming the word that is none of these.
 */
export function addressPolicy(setting: string | undefined): AddressPolicy {
  const words = (setting?.trim() || ALLOW_DEFAULT).split(",").map((word) => word.trim());
  const classes = new Set<string>();
  const ranges: Range[] = [];
  for (const word of words)
    if (word === "loopback" || word === "private" || word === "public") classes.add(word);
    else if (ipaddr.isValid(word) || ipaddr.isValidCIDR(word)) ranges.push(rangeOf(word));
    else
      throw new Error(
        `${ALLOW_VARIABLE}: "${word}" is neither loopback, private, public nor an address or range`,
      );
  return {
    refusal(text) {
      const address = unwrapped(ipaddr.parse(text));
      if (METADATA.includes(address.toNormalizedString()))
        return `${text} is a metadata service of the machine, which is never a model host`;
      const where = addressClass(text);
      if (classes.has(where) || ranges.some((range) => within(address, range))) return null;
      return `${text} is a ${where === "other" ? address.range() : where} address, which ${ALLOW_VARIABLE} (now ${words.join(",")}) does not allow; an operator may add ${where === "other" ? text : `${where} or ${text}`}`;
    },
  };
}

/** One address of a name, as connections take it. */
export interface Resolved {
  readonly address: string;
  readonly family: number;
}
export type Resolve = (hostname: string) => Promise<readonly Resolved[]>;

const systemResolve: Resolve = (hostname) => systemLookup(hostname, { all: true });

/** An address that the policy refuses. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}

const withoutBrackets = (hostname: string): string => hostname.replace(/^\[(.*)\]$/, "$1");

/** Whether the host of a URL is an address by itself. */
export function isLiteral(hostname: string): boolean {
  return ipaddr.isValid(withoutBrackets(hostname));
}

/**
 * The addresses of a name (or of an address in brackets or not) that the policy lets through. What
 * is returned is what must be connected to: asking the resolver again could give another answer.
 * @throws AddressRefused when none is left.
 */
export async function checkedAddresses(
  hostname: string,
  policy: AddressPolicy,
  resolve: Resolve = systemResolve,
): Promise<readonly Resolved[]> {
  const plain = withoutBrackets(hostname);
  const found = ipaddr.isValid(plain)
    ? [{ address: plain, family: ipaddr.parse(plain).kind() === "ipv4" ? 4 : 6 }]
    : await resolve(plain);
  const refusals = found.map(({ address }) => policy.refusal(address));
  const allowed = found.filter((_, index) => refusals[index] === null);
  if (allowed.length > 0) return allowed;
  throw new AddressRefused(
    `${hostname} may not be reached: ${refusals.find((text) => text !== null) ?? "it has no address"}`,
  );
}
