import { z } from "zod";
import donors from "./data/p2-donors.json" with { type: "json" };

const count = z.int().nonnegative();

/** How the items of Turkish MMLU Pro hang together by what they borrow, as P2 prints it in its text. */
export const P2_DONORS = z
  .strictObject({
    items: count,
    additions: count,
    donors: count,
    shared_donors: count,
    items_sharing_donors: count,
    from_selected: count,
    items_with_selected: count,
    cross_split: count,
    repeated_stems: count,
    stems_in_another_split: count,
  })
  .parse(donors);

/** Where these counts stand in P2. */
export const P2_DONORS_PLACE = "section 5.4";
