import { describeRecognizer } from "../../recognizer.contract.ts";
import { licensePlate } from "./license-plate.ts";

describeRecognizer(licensePlate, {
  hits: [
    "license plate ⟦7ABC123⟧ (California)",
    "The car, plate number ⟦ABC-1234⟧, was towed.",
    "tag# ⟦8XYZ221⟧, VIN",
    '"license plate": "⟦ABC 123⟧"',
    "Plate: ⟦TX 4K9 B21⟧".replace("TX 4K9 B21", "4K9 B21"),
  ],
  misses: [
    "7ABC123",
    "tag v1.2.3",
    "image tag: latest",
    "plate 12",
    "a license plate in 2019".replace("in 2019", "of ABC"),
    "license plates",
    "git tag 1.0",
  ],
});
