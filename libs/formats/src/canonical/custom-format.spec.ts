import { DroppedFields } from './dropped-fields';
import { chatFormats } from '../chat-formats';

const FLAT = { type: 'grammar', syntax: 'lark', definition: 'start: "a"' };
const NESTED = { type: 'grammar', grammar: { syntax: 'lark', definition: 'start: "a"' } };
const asked = { messages: [{ role: 'user', content: 'hi' }], input: 'hi' };

describe('the grammar of a custom tool', () => {
  it('stands next to its type for Responses models when a chat caller has nested it', () => {
    const tools = [{ type: 'custom', custom: { name: 'c', format: NESTED } }];
    const call = chatFormats.openai.readCall({ ...asked, tools });
    expect(call.tools).toEqual([{ type: 'custom', name: 'c', format: FLAT }]);
    const body = chatFormats.responses.writeCall(call, { model: 'm', isStream: false }, new DroppedFields());
    expect(body.tools).toEqual([{ type: 'custom', name: 'c', format: FLAT }]);
  });

  it('is nested for chat models when a Responses caller has written it flat', () => {
    const tools = [{ type: 'custom', name: 'c', format: FLAT }];
    const call = chatFormats.responses.readCall({ ...asked, tools });
    const body = chatFormats.openai.writeCall(call, { model: 'm', isStream: false }, new DroppedFields());
    expect(body.tools).toEqual([{ type: 'custom', custom: { name: 'c', format: NESTED } }]);
  });

  it('is not needed: the format for plain text is the same everywhere', () => {
    const tools = [{ type: 'custom', name: 'c', format: { type: 'text' } }];
    const call = chatFormats.responses.readCall({ ...asked, tools });
    const body = chatFormats.openai.writeCall(call, { model: 'm', isStream: false }, new DroppedFields());
    expect(body.tools).toEqual([{ type: 'custom', custom: { name: 'c', format: { type: 'text' } } }]);
  });
});
