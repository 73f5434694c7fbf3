/** Tags of models; the stored text is the English one. */
export const tag = {
  GPTS: 'GPTS',
  HD: 'HD',
  chat: 'chat',
  deprecated: 'deprecated',
  drawing: 'drawing',
  file_analysis: 'file analysis',
  image_analysis: 'image analysis',
  multimodal: 'multimodal',
  music: 'music',
  reasoning: 'reasoning',
  speech_to_text: 'speech to text',
  text_to_speech: 'text to speech',
  video: 'video',
  vision: 'vision',
  voice: 'voice',
  web: 'web',
};
