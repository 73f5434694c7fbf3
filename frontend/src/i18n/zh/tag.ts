import { type Dictionary } from '../en';

export const tag: Dictionary['tag'] = {
  GPTS: 'GPTS',
  HD: '高清',
  chat: '对话',
  deprecated: '已弃用',
  drawing: '绘图',
  file_analysis: '文件分析',
  image_analysis: '识图',
  multimodal: '多模态',
  music: '音乐',
  reasoning: '推理',
  speech_to_text: '语音转文字',
  text_to_speech: '文字转语音',
  video: '视频',
  vision: '视觉',
  voice: '语音',
  web: '联网',
};
