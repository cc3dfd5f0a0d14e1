/** Stands while the first page's files are on their way; shows itself only when that takes long. */
export const Opening = () => (
  <p className="opening" role="status">
    正在打开
  </p>
);
