/** Options that are borrowed for each question (P2: five). */
export const BORROWED = 5;
