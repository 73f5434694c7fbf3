import { join } from 'node:path';
import { loadShippedDefaults } from './shipped-defaults';

describe('the shipped defaults', () => {
  it('are the tables of the price book as indented JSON texts', () => {
    const defaults = loadShippedDefaults(join(__dirname, '../../../../config'));
    expect(defaults.GroupRatio).toBe('{\n  "default": 1,\n  "vip": 1,\n  "svip": 1\n}');
    expect(JSON.parse(defaults.ModelRatio)).toMatchObject({ 'gpt-4o': 1.25, o3: 1 });
    expect(JSON.parse(defaults.ModelPrice)).toMatchObject({ mj_imagine: 0.1 });
    expect(JSON.parse(defaults.CompletionRatio)).toMatchObject({ 'gpt-5': 8 });
  });

  it('stop the start by naming a file that is missing', () => {
    expect(() => loadShippedDefaults('/nowhere')).toThrow(/model-ratio\.json is not valid/);
  });
});
