import { expect } from 'vitest';
import { recordTestFile } from './answers.ts';

recordTestFile(expect.getState().testPath ?? '');
