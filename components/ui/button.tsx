"use client";
import { clsx } from "clsx";
import type { ComponentProps } from "react";

const VARIANTS = {
  plain: "border border-line bg-surface text-ink hover:border-line-strong hover:bg-sunken",
  quiet: "border border-transparent text-muted hover:bg-sunken hover:text-ink",
  primary: "border border-accent bg-accent text-accent-ink hover:opacity-90",
  danger: "border border-line bg-surface text-danger hover:bg-danger-soft",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: keyof typeof VARIANTS;
}

export function Button({ variant = "plain", className, type = "button", ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(
        "inline-flex min-h-7 items-center gap-1.5 rounded px-2 text-sm whitespace-nowrap",
        "disabled:cursor-not-allowed disabled:opacity-50",
        "aria-disabled:cursor-not-allowed aria-disabled:opacity-50",
        VARIANTS[variant],
        className,
      )}
      {...rest}
    />
  );
}
