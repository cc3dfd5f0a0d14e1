import './states.css';

/** Grey rows in the place of a list that is on its way. */
export function SkeletonRows({ rows = 8, height = 48 }: { rows?: number; height?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="正在加载">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className="skeleton-row" style={{ height }}>
          <span style={{ width: `${30 + ((index * 17) % 35)}%` }} />
        </div>
      ))}
    </div>
  );
}
