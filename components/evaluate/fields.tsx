"use client";
import { useId, useState, type ReactNode } from "react";
import { useTellUnreadable } from "./unreadable";

const INPUT = "border-line bg-surface mt-0.5 block w-full min-w-0 rounded border px-2 py-1 text-sm";

interface FieldProps {
  readonly label: string;
  /** What is wrong with the value. */
  readonly problem?: string | null;
  readonly hint?: ReactNode;
}

function Frame({
  id,
  label,
  problem,
  hint,
  children,
}: FieldProps & { readonly id: string; readonly children: ReactNode }) {
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      {children}
      {hint && <p className="text-muted mt-0.5 text-xs">{hint}</p>}
      {problem && (
        <p id={`${id}-problem`} className="text-danger mt-0.5 text-xs">
          {problem}
        </p>
      )}
    </div>
  );
}

const described = (id: string, problem: string | null | undefined) => ({
  "aria-invalid": problem ? true : undefined,
  "aria-describedby": problem ? `${id}-problem` : undefined,
});

interface TextFieldProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  /** Suggestions. */
  readonly options?: readonly string[];
  readonly mono?: boolean;
}

export function TextField(props: TextFieldProps) {
  const { label, problem, hint, value, onChange, placeholder, options, mono } = props;
  const id = useId();
  return (
    <Frame id={id} label={label} problem={problem} hint={hint}>
      <input
        id={id}
        value={value}
        placeholder={placeholder}
        autoComplete="off"
        list={options ? `${id}-options` : undefined}
        onChange={(event) => onChange(event.target.value)}
        className={`${INPUT} ${mono ? "font-mono" : ""}`}
        {...described(id, problem)}
      />
      {options && (
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
    </Frame>
  );
}

interface WrittenFieldProps<T> extends FieldProps {
  readonly value: T;
  /** The text of a value, and the value of a text; undefined where the text is none. */
  readonly write: (value: T) => string;
  readonly read: (text: string) => T | undefined;
  readonly onChange: (value: T) => void;
  /** What is said of a text that is none. */
  readonly unreadable: string;
  readonly placeholder?: string;
}

/** A value that is written as a text: what is being typed stays as it is until it says another value. */
function WrittenField<T>(props: WrittenFieldProps<T>) {
  const { label, hint, value, write, read, onChange, unreadable, placeholder } = props;
  const id = useId();
  const [draft, setDraft] = useState<{ text: string; of: string } | null>(null);
  const written = write(value);
  const text = draft?.of === written ? draft.text : written;
  const readable = read(text) !== undefined;
  const problem = readable ? props.problem : unreadable;
  useTellUnreadable(id, label, !readable);
  return (
    <Frame id={id} label={label} problem={problem} hint={hint}>
      <input
        id={id}
        value={text}
        placeholder={placeholder}
        autoComplete="off"
        onChange={(event) => {
          const next = read(event.target.value);
          setDraft({ text: event.target.value, of: next === undefined ? written : write(next) });
          if (next !== undefined && write(next) !== written) onChange(next);
        }}
        className={`${INPUT} tabular`}
        {...described(id, problem)}
      />
    </Frame>
  );
}

type Written<T> = Omit<WrittenFieldProps<T>, "write" | "read" | "unreadable">;

const numberOf = (text: string): number | null | undefined => {
  const trimmed = text.trim();
  if (trimmed === "") return null;
  const value = Number(trimmed);
  return Number.isFinite(value) ? value : undefined;
};

/** A number; nothing is null. */
export function NumberField(props: Written<number | null>) {
  return (
    <WrittenField
      {...props}
      write={(value) => (value === null ? "" : String(value))}
      read={numberOf}
      unreadable="this is no number"
    />
  );
}

const numbersOf = (text: string): readonly number[] | undefined => {
  const words = text.split(/[\s,;]+/).filter((word) => word !== "");
  const values = words.map(Number);
  return values.every(Number.isFinite) ? values : undefined;
};

/** Numbers with commas between. */
export function NumbersField(props: Written<readonly number[]>) {
  return (
    <WrittenField
      {...props}
      write={(values) => values.join(", ")}
      read={numbersOf}
      unreadable="write numbers with commas between"
    />
  );
}

interface ChoiceFieldProps extends FieldProps {
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}

/** One of several; a value that is none of them stays chosen and is shown as it is. */
export function ChoiceField({ label, problem, hint, value, options, onChange }: ChoiceFieldProps) {
  const id = useId();
  const known = options.some((option) => option.value === value);
  return (
    <Frame id={id} label={label} problem={problem} hint={hint}>
      <select
        id={id}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={INPUT}
        {...described(id, problem)}
      >
        {!known && <option value={value}>{value === "" ? "choose one" : value}</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  );
}

interface ChecksFieldProps extends FieldProps {
  readonly values: readonly string[];
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (values: readonly string[]) => void;
}

/** Any of several, kept in the order of the options. */
export function ChecksField(props: ChecksFieldProps) {
  const { label, problem, hint, values, options, onChange } = props;
  const id = useId();
  const toggle = (value: string, on: boolean) => {
    const chosen = new Set(on ? [...values, value] : values.filter((other) => other !== value));
    onChange(options.map((option) => option.value).filter((one) => chosen.has(one)));
  };
  return (
    <fieldset className="min-w-0" {...described(id, problem)}>
      <legend className="text-sm font-medium">{label}</legend>
      <div className="mt-0.5 flex flex-wrap gap-x-3 gap-y-1">
        {options.map((option) => (
          <label key={option.value} className="flex items-center gap-1.5 text-sm">
            <input
              type="checkbox"
              checked={values.includes(option.value)}
              onChange={(event) => toggle(option.value, event.target.checked)}
            />
            {option.label}
          </label>
        ))}
      </div>
      {hint && <p className="text-muted mt-0.5 text-xs">{hint}</p>}
      {problem && (
        <p id={`${id}-problem`} className="text-danger mt-0.5 text-xs">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
