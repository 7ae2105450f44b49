/** Why an attempt ended: what happened, what happened to the money, what to do. `detail` is raw text, folded away. */
export interface NoticeText {
  readonly text: string;
  readonly detail?: string | undefined;
}

export const NoticeBox = ({ notice }: { notice: NoticeText }) => (
  <div role="alert" className="rounded-md bg-danger-dim px-3 py-2 text-danger text-sm">
    <p>{notice.text}</p>
    {notice.detail !== undefined && (
      <details className="mt-1 text-xs">
        <summary>Details</summary>
        <p className="num break-all">{notice.detail}</p>
      </details>
    )}
  </div>
);
