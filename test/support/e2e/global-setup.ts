import { synthesize } from '../../../infra/emulator/template/synthesize.ts';

/** Synthesizes and bundles once, before the files run side by side and would each do it. */
export default async function setup(): Promise<void> {
  await synthesize();
}
