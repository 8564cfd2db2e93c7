import nextPlugin from "@next/eslint-plugin-next";
import jsxA11y from "eslint-plugin-jsx-a11y";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";

export default tseslint.config(
  {
    ignores: [
      ".next/**",
      ".foilscope/**",
      ".foilscope-site/**",
      "node_modules/**",
      "next-env.d.ts",
      "test-results/**",
    ],
  },
  {
    files: ["**/*.{ts,tsx}"],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      // Numbers and booleans in messages are wanted; objects are not.
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true, allowNullish: false, allowAny: false },
      ],
      "@typescript-eslint/consistent-type-imports": ["error", { fixStyle: "inline-type-imports" }],
      "@typescript-eslint/switch-exhaustiveness-check": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/prefer-nullish-coalescing": [
        "error",
        { ignorePrimitives: { boolean: true, string: true } },
      ],
      "max-lines": ["error", { max: 400 }],
      "no-console": "error",
      "no-warning-comments": ["error", { terms: ["todo", "fixme", "xxx"] }],
    },
  },
  {
    files: ["**/*.tsx", "components/**/*.ts"],
    plugins: { "react-hooks": reactHooks, "jsx-a11y": jsxA11y, "@next/next": nextPlugin },
    rules: {
      ...reactHooks.configs.recommended.rules,
      // Warns that the React Compiler skips a component: it is not in use here.
      "react-hooks/incompatible-library": "off",
      ...jsxA11y.flatConfigs.recommended.rules,
      // A region that scrolls by itself must take the focus, or the keyboard cannot scroll it.
      "jsx-a11y/no-noninteractive-tabindex": ["error", { tags: [], roles: ["tabpanel", "region"] }],
      ...nextPlugin.configs.recommended.rules,
    },
  },
  {
    files: ["**/*.test.{ts,tsx}", "e2e/**", "tests/**", "bench/**"],
    rules: {
      // Tests index into rows that they have just counted.
      "@typescript-eslint/no-non-null-assertion": "off",
    },
  },
  {
    // A benchmark's output is its result.
    files: ["bench/**", "scripts/**"],
    rules: { "no-console": "off" },
  },
);
