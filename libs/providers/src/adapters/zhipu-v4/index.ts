import { createZhipuV4 } from './create-zhipu-v4';

/** Type 26: Zhipu GLM-4V, version 4 only. */
export const zhipuV4 = createZhipuV4({
  id: 'zhipu-v4',
  channelTypes: [26],
  endpoints: ['chat', 'embeddings', 'imageGenerations'],
});
