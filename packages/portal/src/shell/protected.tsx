import { useQuery } from "@tanstack/react-query";
import { Outlet } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { SessionContext, sessionQuery } from "../api/session.ts";
import { Loaded } from "../components/loaded.tsx";
import { SignIn } from "../pages/access/sign-in.tsx";

/**
 * Shows its pages to customers who have signed in, and others the sign-in. The address stays, so
 * that a reader whose session ends returns to the same page.
 */
export function Protected() {
  const query = useQuery(sessionQuery);
  const [wasSignedIn, setSignedIn] = useState(false);
  const isSignedIn = Boolean(query.data);
  useEffect(() => {
    if (isSignedIn) setSignedIn(true);
  }, [isSignedIn]);
  return (
    <Loaded query={query}>
      {(session) =>
        session === null ? (
          <SignIn hasExpired={wasSignedIn} />
        ) : (
          <SessionContext value={session}>
            <Outlet />
          </SessionContext>
        )
      }
    </Loaded>
  );
}
