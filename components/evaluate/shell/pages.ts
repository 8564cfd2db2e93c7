/** The pages of Evaluate, in the order of their tabs. */
export const EVALUATE_PAGES = [
  { href: "/jobs", label: "Jobs", question: "What is being asked, and how far is it?" },
  { href: "/jobs/new", label: "New job", question: "What shall be asked, and what will it take?" },
  { href: "/hosts", label: "Hosts", question: "Where do models answer?" },
  { href: "/label", label: "Label", question: "Which answers do reviewers hold right?" },
] as const;

/** Whether a path is a page of Evaluate, which needs no database engine in the browser. */
export function isEvaluatePath(pathname: string): boolean {
  return /^\/(jobs|hosts|label)(\/|$)/.test(pathname);
}
