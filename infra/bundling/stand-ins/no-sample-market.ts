/** Replaces the sample market in the bundles of live stages, which use a real market-data source. */
export function createSampleSource(): never {
  throw new Error(
    'This live stage was deployed without the sample market. Set marketSource to sample in its file and deploy again.',
  );
}
