/** A closed interval. Never clipped unless a function says so. */
export type Interval = [low: number, high: number];
