import { expect, test } from 'vitest';
import { deductionsText } from '../../clients/dashboard/src/pages/allocation/allocation-texts.ts';

const NONE = { gross_apy: 9.57, correction: 0, dilution: 0, impermanent_loss: 0, costs: 0.004 };

test('the text of an allocation lists the deductions from the expected APY, without deductions that round to 0', () => {
  expect(deductionsText({ ...NONE, correction: 1.8412, costs: 0.04 })).toBe(
    'Deducted percentage points: 1.84 because the best of many strategies were partly lucky; 0.04 for costs.',
  );
  expect(deductionsText(NONE)).toBe('Nothing is deducted.');
});
