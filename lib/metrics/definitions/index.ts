import { calibrationDefinitions } from "./calibration";
import { comparisonDefinitions } from "./comparisons";
import { donorDefinitions } from "./donors";
import { pairDefinitions } from "./pairs";
import { positionDefinitions } from "./positions";
import { questionDefinitions } from "./questions";
import { runDefinitions } from "./runs";
import { scalingDefinitions } from "./scaling";
import { stemDefinitions } from "./stems";

/** Every quantity that the product shows, by id. docs/metrics.md is written from it. */
export const DEFINITIONS = {
  ...scalingDefinitions,
  ...comparisonDefinitions,
  ...positionDefinitions,
  ...runDefinitions,
  ...pairDefinitions,
  ...stemDefinitions,
  ...questionDefinitions,
  ...calibrationDefinitions,
  ...donorDefinitions,
} as const;
