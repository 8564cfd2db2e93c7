import type { Metadata, Viewport } from "next";
import { ThemeProvider } from "next-themes";
import type { ReactNode } from "react";
import { IS_SITE } from "@/lib/http/hosting";
import { SITE_POLICY } from "@/lib/http/security-headers";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Foilscope", template: "%s · Foilscope" },
  description: "Massive-option multiple-choice evaluation of language models",
};
export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f7f8f9" },
    { media: "(prefers-color-scheme: dark)", color: "#101214" },
  ],
};

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    // The theme's class is set before React runs, which is not a mismatch.
    <html lang="en" suppressHydrationWarning>
      {IS_SITE && (
        <head>
          <meta httpEquiv="Content-Security-Policy" content={SITE_POLICY} />
        </head>
      )}
      <body>
        <ThemeProvider attribute="class" defaultTheme="system" disableTransitionOnChange>
          {children}
        </ThemeProvider>
      </body>
    </html>
  );
}
