/** What hosts call a reply that reached its ceiling of tokens. */
const CUT = new Set(["length", "max_tokens", "max_output_tokens", "model_length"]);

/** Whether a host says that a reply was cut off at its ceiling. ASCII case is ignored. */
export function wasCut(finishReason: string | null): boolean {
  // Not toLocaleLowerCase: under a Turkish locale it would miss "LENGTH" with an I in it.
  return finishReason !== null && CUT.has(finishReason.trim().toLowerCase());
}
