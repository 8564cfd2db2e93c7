import { z } from "zod";
import { apiErrorSchema } from "@/lib/snapshot/api";
import { ENDPOINTS, type Endpoint } from "./endpoints";

const VERSION = "3.1.0";

function schemaOf(schema: z.ZodType, io: "input" | "output"): Record<string, unknown> {
  const made = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  // The whole document says once which dialect it is in.
  return Object.fromEntries(Object.entries(made).filter(([name]) => name !== "$schema"));
}

function parameters(where: "path" | "query", schema: z.ZodObject | undefined) {
  return Object.entries(schema?.shape ?? {}).map(([name, one]) => ({
    name,
    in: where,
    required: where === "path",
    schema: schemaOf(one as z.ZodType, "input"),
  }));
}

function contentOf({ reply, media = "application/json", event }: Endpoint) {
  const schema = reply === null ? { type: "string" } : schemaOf(reply, "output");
  return {
    [media]: event ? { schema, "x-event": schemaOf(event, "output") } : { schema },
  };
}

const FAILED = {
  description: "It failed: what was asked for, where it failed, and why",
  content: { "application/json": { schema: schemaOf(apiErrorSchema, "output") } },
};

function operationOf(name: string, endpoint: Endpoint) {
  const { summary, path_parameters, query, body, writes } = endpoint;
  return {
    operationId: name,
    summary,
    parameters: [...parameters("path", path_parameters), ...parameters("query", query)],
    ...(body && {
      requestBody: {
        required: true,
        content: { "application/json": { schema: schemaOf(body, "input") } },
      },
    }),
    responses: { "200": { description: summary, content: contentOf(endpoint) }, default: FAILED },
    // Beyond loopback alone: on it the machine's own users may write.
    ...(writes && { security: [{ operator: [] }, {}] }),
  };
}

/** The HTTP interface as OpenAPI 3.1, out of the very schemas that routes and browser use. */
export function openApi(version: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(ENDPOINTS))
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(name, endpoint),
    };
  return {
    openapi: VERSION,
    info: { title: "Foilscope", version },
    paths,
    components: {
      securitySchemes: {
        operator: {
          type: "http",
          scheme: "bearer",
          description: "FOILSCOPE_TOKEN of the server; needed where it listens beyond loopback",
        },
      },
    },
  };
}
