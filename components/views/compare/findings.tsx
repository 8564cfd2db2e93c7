/** Each side against the base, in words. */
export function Findings({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <ul aria-label="Findings" className="mb-4 space-y-1 text-sm">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
