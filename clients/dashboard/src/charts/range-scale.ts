/** A value axis whose two ends are round values. It always contains 0. */
export interface RangeScale {
  readonly low: number;
  readonly high: number;
  /** The values that get a label, in ascending order: both ends of the axis, and 0. */
  readonly labels: readonly number[];
}

/** Maximum number of steps between the ends of the axis, so that its labels do not touch. */
const AXIS_STEPS_MAX = 5;
const STEP_FACTORS = [1, 2, 5, 10] as const;

/** Returns the smallest range that contains 0 and all values, as multiples of `step`. */
function stepNumberRangeOf(values: readonly number[], step: number) {
  // Round the values, because a floating-point error could add a step to the axis.
  const valuesInSteps = values.map((value) => Number((value / step).toFixed(9)));
  return { first: Math.floor(Math.min(0, ...valuesInSteps)), last: Math.ceil(Math.max(0, ...valuesInSteps)) };
}

/**
 * Returns an axis that contains 0 and all values. The step is 1, 2 or 5 times a power of ten. It is the smallest such
 * step that gives at most AXIS_STEPS_MAX steps.
 */
export function buildScaleContaining(values: readonly number[]): RangeScale {
  const span = Math.max(0, ...values) - Math.min(0, ...values);
  if (span === 0) return { low: 0, high: 1, labels: [0, 1] };
  const powerOfTen = 10 ** Math.floor(Math.log10(span / AXIS_STEPS_MAX));
  const steps = STEP_FACTORS.map((factor) => factor * powerOfTen);
  const fits = (step: number) => {
    const { first, last } = stepNumberRangeOf(values, step);
    return last - first <= AXIS_STEPS_MAX;
  };
  const step = steps.find(fits) ?? powerOfTen * 20;
  const { first, last } = stepNumberRangeOf(values, step);
  const valueOfStepCount = (count: number) => Number((count * step).toPrecision(12));
  const [low, high] = [valueOfStepCount(first), valueOfStepCount(last)];
  return { low, high, labels: [...new Set([low, 0, high])] };
}
