-- A certificate's row is written five times until it has its evidence. A lease changes no indexed column: with room on the page
-- the new version needs no entries in the seven indexes (a heap-only tuple). Small rows leave that room, so what is sealed is
-- stored out of line.
alter table certificates set (fillfactor = 50, toast_tuple_target = 256);
