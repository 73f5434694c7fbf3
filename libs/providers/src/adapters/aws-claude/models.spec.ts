import { channelTypeOf } from '@contracts';
import { bedrockBaseId, bedrockModelId, modelPath, nameOfBedrockId } from './models';

describe('model ids of type 33 (Bedrock)', () => {
  it.each(channelTypeOf(33)?.defaultModels ?? [])('lead from the base id of %s back to the name', model => {
    expect(nameOfBedrockId(bedrockBaseId(model))).toBe(model);
  });

  it.each(['anthropic.claude-next-v9:9', 'us.anthropic.claude-opus-5', 'meta.llama4-v1:0', ''])(
    'stay as they are where no name leads to them: %j',
    id => {
      expect(nameOfBedrockId(id)).toBe(id);
    },
  );

  it.each([
    ['claude-opus-5', 'us.anthropic.claude-opus-5'],
    ['claude-fable-5', 'us.anthropic.claude-fable-5'],
    ['claude-opus-4-7', 'us.anthropic.claude-opus-4-7'],
    ['claude-opus-4-6', 'us.anthropic.claude-opus-4-6-v1'],
    ['claude-sonnet-4-6', 'us.anthropic.claude-sonnet-4-6'],
    ['claude-haiku-4-5-20251001', 'us.anthropic.claude-haiku-4-5-20251001-v1:0'],
    ['claude-opus-4-1-20250805', 'us.anthropic.claude-opus-4-1-20250805-v1:0'],
    ['claude-sonnet-4-20250514', 'us.anthropic.claude-sonnet-4-20250514-v1:0'],
    ['claude-3-7-sonnet-20250219', 'us.anthropic.claude-3-7-sonnet-20250219-v1:0'],
    ['claude-3-5-sonnet-20241022', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
    ['claude-3-5-sonnet-20240620', 'anthropic.claude-3-5-sonnet-20240620-v1:0'],
    ['claude-3-haiku-20240307', 'anthropic.claude-3-haiku-20240307-v1:0'],
    ['claude-2.1', 'anthropic.claude-v2:1'],
    ['claude-instant-1.2', 'anthropic.claude-instant-v1'],
  ])('are for %s in the United States %s', (model, id) => {
    expect(bedrockModelId(model, 'us-west-2')).toBe(id);
  });

  it.each([
    ['claude-opus-4-5', 'us.anthropic.claude-opus-4-5-20251101-v1:0'],
    ['claude-sonnet-4-5', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-sonnet-4.5', 'us.anthropic.claude-sonnet-4-5-20250929-v1:0'],
    ['claude-haiku-4-5', 'us.anthropic.claude-haiku-4-5-20251001-v1:0'],
    ['claude-opus-4-1', 'us.anthropic.claude-opus-4-1-20250805-v1:0'],
    ['claude-opus-4', 'us.anthropic.claude-opus-4-20250514-v1:0'],
    ['claude-sonnet-4-0', 'us.anthropic.claude-sonnet-4-20250514-v1:0'],
    ['claude-3-7-sonnet-latest', 'us.anthropic.claude-3-7-sonnet-20250219-v1:0'],
    ['claude-3-5-sonnet-latest', 'anthropic.claude-3-5-sonnet-20241022-v2:0'],
    ['claude-3-5-haiku', 'anthropic.claude-3-5-haiku-20241022-v1:0'],
    ['claude-3-haiku', 'anthropic.claude-3-haiku-20240307-v1:0'],
  ])('add the date to %s: %s', (model, id) => {
    expect(bedrockModelId(model, 'us-west-2')).toBe(id);
    expect(bedrockBaseId(model)).toBe(id.replace(/^us\./, ''));
  });

  const arn = 'arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2';

  it.each([
    arn,
    'anthropic.claude-3-haiku-20240307-v1:0',
    'us-gov.anthropic.claude-x',
    'global.anthropic.x',
    'my-model',
  ])('keep %s unchanged', model => {
    expect(bedrockModelId(model, 'eu-west-1')).toBe(model);
  });

  it.each([
    ['ca-central-1', 'us', 'us'],
    ['us-gov-west-1', 'us-gov', 'us-gov'],
    ['eu-central-1', 'eu', 'eu'],
    ['ap-northeast-1', 'apac', 'jp'],
    ['ap-northeast-3', 'apac', 'jp'],
    ['ap-northeast-2', 'apac', 'global'],
    ['ap-southeast-2', 'apac', 'au'],
    ['ap-south-1', 'apac', 'global'],
    ['sa-east-1', 'global', 'global'],
  ])('name for the region %s the area %s, and from 4.5 on the area %s', (region, older, newer) => {
    expect(bedrockModelId('claude-opus-4-1-20250805', region)).toBe(`${older}.anthropic.claude-opus-4-1-20250805-v1:0`);
    expect(bedrockModelId('claude-opus-4-5-20251101', region)).toBe(`${newer}.anthropic.claude-opus-4-5-20251101-v1:0`);
  });

  it('are one segment of the path', () => {
    expect(modelPath('us.anthropic.claude-haiku-4-5-20251001-v1:0', 'invoke')).toBe(
      '/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/invoke',
    );
    expect(modelPath(arn, 'invoke')).toBe(
      '/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A123456789012%3Aapplication-inference-profile%2Fa1b2/invoke',
    );
  });
});
