/** Marks runs, series and figures whose records were simulated. */
export function SimulatedBadge({ partly = false }: { readonly partly?: boolean }) {
  return (
    <span className="hatched inline-block rounded px-1.5 text-xs font-medium whitespace-nowrap">
      {partly ? "partly simulated" : "simulated"}
    </span>
  );
}
