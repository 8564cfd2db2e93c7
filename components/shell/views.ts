import { VIEWS, type ViewName } from "@/lib/view-state/state";

/** What a view is called, and the question that it answers. */
export const VIEW_LABELS: Readonly<Record<ViewName, { label: string; question: string }>> = {
  overview: { label: "Overview", question: "Who is ahead, and by how much?" },
  scaling: { label: "Scaling", question: "What happens as options are added?" },
  positions: { label: "Positions", question: "Does the place of an option matter?" },
  padding: { label: "Padding", question: "What does irrelevant text do?" },
  figures: { label: "Figures", question: "Do these records show what was published?" },
  models: { label: "Models", question: "Which model is right, and at what expense?" },
  sections: { label: "Sections", question: "Which subjects are hard?" },
  stems: { label: "Negative stems", question: "Does a negated question cost accuracy?" },
  paired: { label: "Paired", question: "What do more options change on the same questions?" },
  presentation: {
    label: "Presentation",
    question: "Do place, length and origin of an option matter?",
  },
  modes: { label: "Modes", question: "Does thinking change the answers?" },
  scorers: { label: "Scorers", question: "How much depends on how answers are read?" },
  audit: { label: "Audit", question: "Do reviewers hold the key, and the key alone?" },
  calibration: {
    label: "Calibration",
    question: "Do the questions used for calibration change the result?",
  },
  donors: { label: "Donors", question: "Do the items share what they borrow?" },
  items: { label: "Items", question: "Which items break?" },
  compare: { label: "Compare", question: "Is one really better than another?" },
  runs: { label: "Runs", question: "What was run, and what came of it?" },
  responses: { label: "Responses", question: "What was answered, row by row?" },
  reference: { label: "Reference", question: "What was published?" },
};

/** Views that belong together: their tabs stand side by side. */
export interface ViewGroup {
  readonly label: string;
  /** What the views of the group are for. */
  readonly about: string;
  readonly views: readonly ViewName[];
}

const OPTIONS: ViewGroup = {
  label: "Options",
  about: "What happens when options are added",
  views: ["overview", "scaling", "positions", "padding", "figures"],
};
const QUESTIONS: ViewGroup = {
  label: "Questions",
  about: "What kind of question, presentation and model it was",
  views: ["models", "sections", "stems", "paired", "presentation", "modes", "scorers"],
};
const QUALITY: ViewGroup = {
  label: "Quality",
  about: "Whether the questions themselves can be relied on",
  views: ["audit", "calibration", "donors"],
};
/** Groups of which one at a time shows its tabs. */
export const VIEW_GROUPS: readonly [ViewGroup, ...ViewGroup[]] = [OPTIONS, QUESTIONS, QUALITY];
/** Views of any kind of records: their tabs are always out. */
export const COMMON: ViewGroup = {
  label: "Records",
  about: "The records themselves, and what was published",
  views: ["items", "compare", "runs", "responses", "reference"],
};

/** The group of a view; null for one of any kind of records. */
export function groupOf(view: ViewName): ViewGroup | null {
  return VIEW_GROUPS.find((group) => group.views.includes(view)) ?? null;
}

/** The view before or after another, in the order of the tabs, round the ends. */
export function neighbour(view: ViewName, step: 1 | -1): ViewName {
  const at = VIEWS.indexOf(view) + step;
  return VIEWS[(at + VIEWS.length) % VIEWS.length] ?? view;
}
