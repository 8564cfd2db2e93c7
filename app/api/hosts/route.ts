import { reading, writing } from "@/app/api/_server/evaluate";
import { hostConfigSchema } from "@/lib/hosts/config";

/** GET /api/hosts: attached hosts. Keys are never among what is said. */
export function GET(request: Request): Promise<Response> {
  return reading("hosts", request, (service) => service.hosts());
}

/** POST /api/hosts: attaches a host, in place of one with the same id. */
export function POST(request: Request): Promise<Response> {
  return writing("attachHost", request, hostConfigSchema, (service, config) =>
    service.attach(config),
  );
}
