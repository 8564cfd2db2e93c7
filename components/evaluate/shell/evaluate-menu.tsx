"use client";
import { PartMenu } from "@/components/shell/part-menu";
import { EVALUATE_PAGES } from "./pages";

/** The part of the product that asks models. */
export function EvaluateMenu() {
  return <PartMenu label="Evaluate" entries={EVALUATE_PAGES} />;
}
