import { AUDIT_RECORDS } from "@/lib/metrics/audit-records";
import { METRICS } from "@/lib/metrics/registry";
import { together } from "@/lib/metrics/together";

/** The classes as the report has them, and the records that they are counted from. */
export const AUDIT = together("audit_view", { classes: METRICS.audit, records: AUDIT_RECORDS });
