import { ChannelAddressError } from '../../contract/channel-address-error';
import { type ChannelTarget } from '../../contract/upstream';
import { projectAddressOf, regionOf } from './address';
import { claudeIdOf, googlePath, modelFamilyOf, openIdOf, partnerPath, segment } from './models';

function target(other: string, baseUrl = ''): ChannelTarget {
  return {
    id: 7,
    type: 41,
    key: '',
    baseUrl,
    other,
    organization: null,
  };
}

const account = {
  kind: 'serviceAccount',
  projectId: 'sluice-test',
  clientEmail: '',
  privateKey: '',
  privateKeyId: '',
  tokenUri: '',
} as const;
const names = { model: 'upstream-model', requestedModel: 'caller-model' };

describe('the region of type 41 (Vertex AI)', () => {
  it.each([
    ['europe-west1', 'europe-west1'],
    [' global ', 'global'],
    ['', 'us-central1'],
    ['{"default":"asia-east1"}', 'asia-east1'],
    ['{"default":"asia-east1","caller-model":"us-east5"}', 'us-east5'],
    ['{"caller-model":"us-east5","upstream-model":"eu"}', 'eu'],
    ['{"other-model":"us-east5"}', 'us-central1'],
    ['{}', 'us-central1'],
  ])('in the field %j is %s', (other, region) => {
    expect(regionOf(target(other), names)).toBe(region);
  });

  it.each(['evil.example/', 'us central1', '{"default":"a/b"}', '[]', 'US'])('refuses the field %j', other => {
    expect(() => regionOf(target(other), names)).toThrow(ChannelAddressError);
  });
});

describe('the address of type 41 (Vertex AI)', () => {
  it.each([
    ['us-central1', 'https://us-central1-aiplatform.googleapis.com/v1/projects/sluice-test/locations/us-central1'],
    ['global', 'https://aiplatform.googleapis.com/v1/projects/sluice-test/locations/global'],
    ['eu', 'https://aiplatform.eu.rep.googleapis.com/v1/projects/sluice-test/locations/eu'],
  ])('in %s is %s', (region, address) => {
    expect(projectAddressOf(target(''), account, region)).toBe(address);
  });

  it('may contain the operator’s host', () => {
    expect(projectAddressOf(target('', 'https://proxy.example/p/'), account, 'eu')).toBe(
      'https://proxy.example/p/v1/projects/sluice-test/locations/eu',
    );
    expect(() => projectAddressOf(target('', 'javascript:1'), account, 'eu')).toThrow(ChannelAddressError);
  });

  it('has neither project nor region for an API key', () => {
    expect(projectAddressOf(target(''), { kind: 'apiKey', apiKey: 'x' }, 'europe-west1')).toBe(
      'https://aiplatform.googleapis.com/v1',
    );
  });
});

describe('families of models on Vertex AI', () => {
  it.each([
    ['claude-opus-5', 'claude'],
    ['gemini-2.5-flash', 'google'],
    ['gemma-3-27b-it', 'google'],
    ['text-embedding-005', 'google'],
    ['text-multilingual-embedding-002', 'google'],
    ['imagen-4.0-generate-001', 'google'],
    ['1234567890', 'google'],
    ['meta/llama-3.3-70b-instruct-maas', 'open'],
    ['google/gemini-2.5-flash', 'open'],
    ['deepseek-v3.2-maas', 'open'],
    ['llama3-405b', 'open'],
    ['mistral-large-2411', 'partner'],
    ['codestral-2501', 'partner'],
    ['jamba-1.5-large', 'partner'],
    ['something-new', 'google'],
  ])('name for %s the family %s', (model, family) => {
    expect(modelFamilyOf(model)).toBe(family);
  });

  it.each([
    ['claude-haiku-4-5', 'claude-haiku-4-5@20251001'],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-v2@20241022'],
    ['claude-opus-5', 'claude-opus-5'],
    ['claude-opus-4-6', 'claude-opus-4-6'],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5@20251001'],
    ['claude-3-5-sonnet-20241022', 'claude-3-5-sonnet-v2@20241022'],
    ['claude-3-5-sonnet-20240620', 'claude-3-5-sonnet@20240620'],
    ['claude-3-opus@20240229', 'claude-3-opus@20240229'],
  ])('call %s by the id %s', (model, id) => {
    expect(claudeIdOf(model)).toBe(id);
    expect(segment(id)).toBe(id);
  });

  it.each([
    ['llama-3.3-70b-instruct-maas', 'meta/llama-3.3-70b-instruct-maas'],
    ['deepseek-v3.2-maas', 'deepseek-ai/deepseek-v3.2-maas'],
    ['qwen3-coder-480b-a35b-instruct-maas', 'qwen/qwen3-coder-480b-a35b-instruct-maas'],
    ['gpt-oss-120b-maas', 'openai/gpt-oss-120b-maas'],
    ['kimi-k2-thinking-maas', 'moonshotai/kimi-k2-thinking-maas'],
    ['glm-4.7-maas', 'zai-org/glm-4.7-maas'],
    ['minimax-m2-maas', 'minimaxai/minimax-m2-maas'],
    ['meta/llama-4-maverick-17b-128e-instruct-maas', 'meta/llama-4-maverick-17b-128e-instruct-maas'],
    ['unheard-of-maas', 'unheard-of-maas'],
  ])('call %s by the id %s', (model, id) => {
    expect(openIdOf(model)).toBe(id);
  });

  it('have paths of their own', () => {
    expect(googlePath('gemini-2.5-flash')).toBe('publishers/google/models/gemini-2.5-flash');
    expect(googlePath('1234567890')).toBe('endpoints/1234567890');
    expect(partnerPath('mistral-large-2411')).toBe('publishers/mistralai/models/mistral-large-2411');
    expect(partnerPath('jamba-1.5-large@001')).toBe('publishers/ai21/models/jamba-1.5-large@001');
    expect(googlePath('gemini/../x')).toBe('publishers/google/models/gemini%2F..%2Fx');
  });
});
