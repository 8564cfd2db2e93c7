import type { Metadata } from "next";
import { CalibrationView } from "@/components/views/calibration/calibration-view";

export const metadata: Metadata = { title: "Calibration" };

export default function CalibrationPage() {
  return <CalibrationView />;
}
