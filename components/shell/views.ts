import { VIEWS, type ViewName } from "@/lib/view-state/state";

/** What a view is called, and the question that it answers. */
export const VIEW_LABELS: Readonly<Record<ViewName, { label: string; question: string }>> = {
  overview: { label: "Overview", question: "Who is ahead, and by how much?" },
  scaling: { label: "Scaling", question: "What happens as options are added?" },
  positions: { label: "Positions", question: "Does the place of an option matter?" },
  padding: { label: "Padding", question: "What does irrelevant text do?" },
  stems: { label: "Negative stems", question: "Does a negated question cost accuracy?" },
  items: { label: "Items", question: "Which items break?" },
  compare: { label: "Compare", question: "Is one really better than another?" },
  figures: { label: "Figures", question: "Do these records show what was published?" },
  runs: { label: "Runs", question: "What was run, and what came of it?" },
  responses: { label: "Responses", question: "What was answered, row by row?" },
  reference: { label: "Reference", question: "What was published?" },
};

/** The view before or after another, in the order of the tabs, round the ends. */
export function neighbour(view: ViewName, step: 1 | -1): ViewName {
  const at = VIEWS.indexOf(view) + step;
  return VIEWS[(at + VIEWS.length) % VIEWS.length] ?? view;
}
