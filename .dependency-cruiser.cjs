/** Directions of docs/ARCHITECTURE.md. Every rule is an error: a boundary that only warns is none. */
const tests = "\\.(test|spec)\\.tsx?$|^(tests|e2e|bench)/";
const composition = `^(cli|app/api|lib/snapshot|components/workspace|scripts)/|^lib/datasets/store\\.ts$|^instrumentation-client\\.ts$|${tests}`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
    {
      name: "lib-is-not-react",
      comment: "lib is everything that is not React",
      severity: "error",
      from: { path: "^lib/" },
      to: { path: "^(app|components|cli)/|node_modules/(react|react-dom|next|recharts)/" },
    },
    {
      name: "components-below-app",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^(app|cli)/" },
    },
    {
      name: "cli-over-lib-alone",
      severity: "error",
      from: { path: "^cli/" },
      to: { path: "^(app|components)/" },
    },
    {
      name: "ground-floor",
      comment: "records, stats, scoring, stems and format stand on nothing above them",
      severity: "error",
      from: { path: "^lib/(records|stats|scoring|stems|format)/", pathNot: tests },
      to: {
        path: "^lib/",
        pathNot:
          "^lib/(records|stats|scoring|stems|format|export/rows)/|^lib/engine/(engine|sql|decode)\\.ts$",
      },
    },
    {
      name: "protocol-stands-on",
      comment: "what is shown follows from a job and an item set alone",
      severity: "error",
      from: { path: "^lib/protocol/", pathNot: tests },
      to: { path: "^lib/", pathNot: "^lib/(protocol|records|scoring|stats)/" },
    },
    {
      name: "metrics-stand-on",
      severity: "error",
      from: { path: "^lib/metrics/", pathNot: tests },
      to: {
        path: "^lib/",
        pathNot:
          "^lib/(metrics|records|stats|scoring|cubes|view-state|format)/|^lib/engine/(engine|sql|decode)\\.ts$",
      },
    },
    {
      name: "chart-models-stand-on",
      severity: "error",
      from: { path: "^lib/chart-models/", pathNot: tests },
      to: {
        path: "^lib/",
        pathNot: "^lib/(chart-models|metrics|stats|format|records|view-state|scoring|reference)/",
      },
    },
    {
      name: "questions-stand-on",
      severity: "error",
      from: { path: "^lib/questions/", pathNot: tests },
      to: { path: "^lib/", pathNot: "^lib/(questions|metrics|chart-models|view-state)/" },
    },
    {
      name: "jobs-stand-on",
      comment:
        "jobs know protocol, hosts and item sets by the ports that lib/jobs/ports.ts declares",
      severity: "error",
      from: { path: "^lib/jobs/", pathNot: tests },
      to: {
        path: "^lib/",
        pathNot:
          "^lib/(jobs|protocol|hosts|scoring|records|stats)/|^lib/engine/(engine|sql|decode)\\.ts$",
      },
    },
    {
      name: "jobs-on-the-server",
      comment: "the job database is no part of a page",
      severity: "error",
      from: { path: "^components/" },
      to: { path: "^lib/jobs/" },
    },
    {
      name: "reference-stands-alone",
      comment: "what was published does not depend on what the product computes",
      severity: "error",
      from: { path: "^lib/reference/", pathNot: tests },
      to: { path: "^lib/", pathNot: "^lib/reference/" },
    },
    {
      name: "datasets-stand-on",
      comment: "an item set is made and read without knowing who asks it",
      severity: "error",
      from: { path: "^lib/datasets/", pathNot: tests },
      to: {
        path: "^lib/",
        pathNot:
          "^lib/(datasets|records|stems|protocol)/|^lib/engine/(engine|sql|decode|node)\\.ts$",
      },
    },
    {
      name: "audit-stands-on",
      comment: "a sample and its labelling know records alone: screen and command share them",
      severity: "error",
      from: { path: "^lib/audit/", pathNot: tests },
      to: { path: "^lib/", pathNot: "^lib/(audit|records)/" },
    },
    {
      name: "evaluate-contract-in-both",
      comment: "what routes and browser share knows nothing of the server's inside",
      severity: "error",
      from: { path: "^lib/evaluate/contract/|^lib/evaluate/spec-text\\.ts$", pathNot: tests },
      to: { path: "^lib/(jobs|datasets)/|^lib/evaluate/server/" },
    },
    {
      name: "evaluate-server-on-the-server",
      comment: "a browser and a bundled route see the type of the service alone",
      severity: "error",
      from: { path: "^(components|app)/", pathNot: tests },
      to: { path: "^lib/(evaluate/server|jobs)/" },
    },
    {
      name: "hosts-stand-on",
      severity: "error",
      from: { path: "^lib/hosts/", pathNot: tests },
      to: {
        path: "^lib/",
        pathNot: "^lib/(hosts|protocol|simulate|records)/",
      },
    },
    {
      name: "hosts-on-the-server",
      comment:
        "a browser sees the shape of a host's configuration and of its probe, nothing that asks",
      severity: "error",
      from: { path: "^(components|app)/", pathNot: `^app/api/|${tests}` },
      to: { path: "^lib/hosts/", pathNot: "^lib/hosts/(host|config)\\.ts$" },
    },
    {
      name: "hosts-testing-in-tests",
      severity: "error",
      from: { pathNot: `/testing(/|\\.ts$)|${tests}` },
      to: { path: "^lib/hosts/testing/" },
    },
    {
      name: "engines-named-where-composed",
      comment: "the rest knows the Engine interface alone",
      severity: "error",
      from: { pathNot: `${composition}|^lib/engine/` },
      to: { path: "^lib/engine/(browser|node)\\.ts$" },
    },
    {
      name: "browser-stays-off-node",
      severity: "error",
      from: { path: "^components/", pathNot: tests },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "no-orphans",
      severity: "error",
      from: {
        orphan: true,
        path: "^(lib|components|cli)/",
        pathNot: `${tests}|\\.d\\.ts$`,
      },
      to: {},
    },
    {
      name: "no-dev-dependencies-in-product",
      severity: "error",
      from: { path: "^(app|components|lib|cli)/", pathNot: tests },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"] },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "^(\\.next|\\.foilscope|\\.foilscope-site|node_modules/\\.cache)/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
  },
};
