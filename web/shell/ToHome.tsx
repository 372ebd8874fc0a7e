import { Navigate } from '@tanstack/react-router';
import { paths } from '#web/paths.ts';

/** An address that is none leads home (A 2.1). */
export function ToHome() {
  return <Navigate to={paths.home} replace />;
}
