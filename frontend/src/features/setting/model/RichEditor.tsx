import { EditorContent, useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { toSafeHtml } from '../../../shared/foreign/safe-source';
import { RichEditorTools } from './RichEditorTools';

interface RichEditorProps {
  readonly label: string;
  /** HTML or markdown; it is read once, when the editor opens. */
  readonly value: string;
  /** Called with HTML; the text is empty when no content is left. */
  readonly onChange: (html: string) => void;
}

/**
 * An editor for rich text. Its style sheet is part of the product, because the content policy forbids style tags added
 * by scripts.
 */
export function RichEditor({ label, value, onChange }: RichEditorProps) {
  const editor = useEditor({
    extensions: [StarterKit.configure({ heading: { levels: [2, 3] }, link: { openOnClick: false } })],
    content: toSafeHtml(value),
    injectCSS: false,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true', class: 'rich-editor-text' },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  return (
    <div className="rich-editor">
      <RichEditorTools editor={editor} />
      <EditorContent editor={editor} />
    </div>
  );
}
