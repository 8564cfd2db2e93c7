"use client";
import { Command } from "cmdk";
import { Search } from "lucide-react";
import { useRouter } from "next/navigation";
import { useEffect, useState, type ReactNode } from "react";
import { useSavedViews } from "@/components/hooks/use-saved-views";
import { useViewState } from "@/components/hooks/use-view-state";
import { Button } from "@/components/ui/button";
import { Definition } from "@/components/ui/definition";
import { Dialog } from "@/components/ui/dialog";
import { withValues } from "@/components/filters/change";
import { useRows } from "@/components/workspace/use-metric";
import { EVALUATE_PAGES } from "@/components/evaluate/shell/pages";
import { IS_SITE } from "@/lib/http/hosting";
import { facets, type FacetField } from "@/lib/metrics/facets";
import type { MetricDefinition } from "@/lib/metrics/metric";
import { apiPath } from "@/lib/snapshot/api";
import { VIEWS } from "@/lib/view-state/state";
import { allDefinitions } from "./palette-entries";
import { VIEW_LABELS } from "./views";

const ITEM =
  "data-[selected=true]:bg-accent-soft flex cursor-default items-baseline gap-2 rounded px-2 py-1";

function Group({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:text-muted [&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

/** Values of one facet in all open data, whatever is filtered. */
function useNames(enabled: boolean) {
  const { rows } = useRows(
    ["facets", "unfiltered"],
    (workspace, signal) => facets(workspace, { filters: [], signal }),
    enabled,
  );
  return (field: FacetField): string[] =>
    (rows.find((facet) => facet.field === field)?.values ?? []).flatMap(({ value }) =>
      typeof value === "string" ? [value] : [],
    );
}

function PaletteList({
  onClose,
  onDefine,
}: {
  readonly onClose: () => void;
  readonly onDefine: (definition: MetricDefinition) => void;
}) {
  const { state, update, hrefOfView } = useViewState();
  const names = useNames(true);
  const saved = useSavedViews();
  const router = useRouter();
  const go = (href: string) => {
    onClose();
    router.push(href);
  };
  return (
    <Command label="Find" loop>
      <Command.Input
        data-autofocus
        placeholder="A view, a page, a model, a run, a definition"
        className="border-line bg-surface mb-1 w-full rounded border px-2 py-1"
      />
      <Command.List className="max-h-[60dvh] overflow-y-auto">
        <Command.Empty className="text-muted p-3">Nothing of that name.</Command.Empty>
        <Group heading="Views">
          {VIEWS.map((view) => (
            <Command.Item
              key={view}
              value={`view ${VIEW_LABELS[view].label} ${VIEW_LABELS[view].question}`}
              onSelect={() => go(hrefOfView(view))}
              className={ITEM}
            >
              {VIEW_LABELS[view].label}
              <span className="text-muted text-sm">{VIEW_LABELS[view].question}</span>
            </Command.Item>
          ))}
        </Group>
        {!IS_SITE && (
          <Group heading="Evaluate">
            {EVALUATE_PAGES.map(({ href, label, question }) => (
              <Command.Item
                key={href}
                value={`evaluate ${label} ${question}`}
                // As the menu does: the other part of the product is loaded anew.
                onSelect={() => window.location.assign(apiPath(href.slice(1)))}
                className={ITEM}
              >
                {label}
                <span className="text-muted text-sm">{question}</span>
              </Command.Item>
            ))}
          </Group>
        )}
        {saved.views.length > 0 && (
          <Group heading="Saved views">
            {saved.views.map((view) => (
              <Command.Item
                key={view.name}
                value={`saved ${view.name}`}
                onSelect={() => go(view.href)}
                className={ITEM}
              >
                {view.name}
              </Command.Item>
            ))}
          </Group>
        )}
        <Group heading="Models">
          {names("model").map((model) => (
            <Command.Item
              key={model}
              value={`model ${model}`}
              onSelect={() => {
                onClose();
                update({ filters: withValues(state.filters, "model", [model]) });
              }}
              className={ITEM}
            >
              {model} <span className="text-muted text-sm">only this model</span>
            </Command.Item>
          ))}
        </Group>
        <Group heading="Runs">
          {names("run").map((run) => (
            <Command.Item
              key={run}
              value={`run ${run}`}
              onSelect={() => go(hrefOfView("runs", { row: run, filters: [] }))}
              className={ITEM}
            >
              <span className="font-mono text-xs">{run}</span>
            </Command.Item>
          ))}
        </Group>
        <Group heading="Definitions">
          {allDefinitions().map((definition) => (
            <Command.Item
              key={definition.id}
              value={`definition ${definition.label} ${definition.name}`}
              onSelect={() => onDefine(definition)}
              className={ITEM}
            >
              {definition.label} <span className="text-muted text-sm">{definition.name}</span>
            </Command.Item>
          ))}
        </Group>
      </Command.List>
    </Command>
  );
}

/** ⌘K or Ctrl+K: finds views, pages of Evaluate, models, runs and definitions. */
export function Palette() {
  const [open, setOpen] = useState(false);
  const [definition, setDefinition] = useState<MetricDefinition | null>(null);
  const change = (next: boolean) => {
    setOpen(next);
    setDefinition(null);
  };

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const ours = (event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey;
      if (!ours || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);

  return (
    <>
      <Button variant="quiet" aria-label="Find" title="Find (Ctrl+K)" onClick={() => change(true)}>
        <Search size={16} aria-hidden />
        <kbd className="max-sm:hidden">⌘K</kbd>
      </Button>
      <Dialog open={open} onOpenChange={change} title={definition ? "Definition" : "Find"}>
        {definition ? (
          <>
            <Definition definition={definition} />
            <Button className="mt-3" onClick={() => setDefinition(null)}>
              Back to the list
            </Button>
          </>
        ) : (
          <PaletteList onClose={() => change(false)} onDefine={setDefinition} />
        )}
      </Dialog>
    </>
  );
}
