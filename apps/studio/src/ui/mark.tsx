/** The product's mark: a vermilion seal with a brush stroke left blank. */
export function Mark({ size = 22 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <rect x="1" y="1" width="22" height="22" rx="4" fill="var(--primary)" />
      <path
        d="M6 8.5h12M12 5v14M7.5 12.5h9v5.5h-9z"
        fill="none"
        stroke="var(--surface)"
        strokeWidth="1.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
