// Verifies checkpoints and proofs of a log with third-party packages: golang.org/x/mod/sumdb/note,
// transparency-dev/merkle and the client of transparency-dev/tessera. Reads cases as JSON from
// standard input, and prints for each case "" or what is wrong.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/transparency-dev/formats/log"
	cosignature "github.com/transparency-dev/formats/note"
	"github.com/transparency-dev/merkle/proof"
	"github.com/transparency-dev/merkle/rfc6962"
	"github.com/transparency-dev/tessera/api"
	"github.com/transparency-dev/tessera/api/layout"
	"github.com/transparency-dev/tessera/client"
	"golang.org/x/mod/sumdb/note"
)

type input struct {
	Origin string `json:"origin"`
	// Verifier keys in the signed-note format.
	Log     string     `json:"log"`
	Witness string     `json:"witness"`
	Cases   []testCase `json:"cases"`
}

type testCase struct {
	Kind string `json:"kind"`
	// The note of the larger tree.
	Note string `json:"note"`
	// The note of the smaller tree.
	From     string   `json:"from"`
	Index    uint64   `json:"index"`
	LeafHash []byte   `json:"leafHash"`
	Path     [][]byte `json:"path"`
	// All leaves of the larger tree.
	Leaves [][]byte `json:"leaves"`
}

func main() {
	results, err := run()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if err := json.NewEncoder(os.Stdout).Encode(results); err != nil {
		os.Exit(1)
	}
}

func run() ([]string, error) {
	var in input
	if err := json.NewDecoder(os.Stdin).Decode(&in); err != nil {
		return nil, err
	}
	logVerifier, err := note.NewVerifier(in.Log)
	if err != nil {
		return nil, err
	}
	witness, err := cosignature.NewVerifierForCosignatureV1(in.Witness)
	if err != nil {
		return nil, err
	}
	opener := opener{origin: in.Origin, log: logVerifier, witness: witness}
	results := make([]string, 0, len(in.Cases))
	for _, one := range in.Cases {
		result := ""
		if err := opener.verify(one); err != nil {
			result = err.Error()
		}
		results = append(results, result)
	}
	return results, nil
}

type opener struct {
	origin       string
	log, witness note.Verifier
}

func (o opener) verify(c testCase) error {
	checkpoint, err := o.open(c.Note)
	if err != nil {
		return err
	}
	switch c.Kind {
	case "checkpoint":
		return nil
	case "inclusion":
		return proof.VerifyInclusion(rfc6962.DefaultHasher, c.Index, checkpoint.Size, c.LeafHash, c.Path, checkpoint.Hash)
	case "consistency":
		from, err := o.open(c.From)
		if err != nil {
			return err
		}
		return proof.VerifyConsistency(rfc6962.DefaultHasher, from.Size, checkpoint.Size, c.Path, from.Hash, checkpoint.Hash)
	case "tiles":
		return o.verifyTiles(c)
	}
	return errors.New("unknown kind of case")
}

// open requires the signatures of the log and the witness, verified by the note package and by the
// client of tessera.
func (o opener) open(text string) (*log.Checkpoint, error) {
	opened, err := note.Open([]byte(text), note.VerifierList(o.log, o.witness))
	if err != nil {
		return nil, err
	}
	if len(opened.Sigs) != 2 {
		return nil, errors.New("not signed by log and witness")
	}
	for _, signature := range opened.Sigs {
		if signature.Hash == o.witness.KeyHash() {
			if _, err := cosignature.CoSigV1Timestamp(signature); err != nil {
				return nil, err
			}
		}
	}
	checkpoint, _, _, err := client.FetchCheckpoint(context.Background(), fetch(text), o.log, o.origin)
	return checkpoint, err
}

func fetch(text string) client.CheckpointFetcherFunc {
	return func(context.Context) ([]byte, error) { return []byte(text), nil }
}

// verifyTiles has the client of tessera follow the log from one checkpoint to the other and compute
// the inclusion proof.
func (o opener) verifyTiles(c testCase) error {
	ctx := context.Background()
	tiles := tilesOf(c.Leaves)
	next := c.From
	fetchNext := func(context.Context) ([]byte, error) { return []byte(next), nil }
	tracker, err := client.NewLogStateTracker(ctx, tiles, []byte(c.From), o.log, o.origin, client.UnilateralConsensus(fetchNext))
	if err != nil {
		return err
	}
	next = c.Note
	_, consistency, _, err := tracker.Update(ctx)
	if err != nil {
		return err
	}
	if len(consistency) == 0 {
		return errors.New("the log did not grow")
	}
	builder, err := client.NewProofBuilder(ctx, tracker.Latest().Size, tiles)
	if err != nil {
		return err
	}
	inclusion, err := builder.InclusionProof(ctx, c.Index)
	if err != nil {
		return err
	}
	if !bytes.Equal(bytes.Join(inclusion, nil), bytes.Join(c.Path, nil)) {
		return errors.New("tessera makes another proof")
	}
	return nil
}

// tilesOf serves a tree of fewer than 256 leaves, which fits in one partial tile.
func tilesOf(leaves [][]byte) client.TileFetcherFunc {
	return func(_ context.Context, level, index uint64, p uint8) ([]byte, error) {
		if level != 0 || index != 0 || int(p) == 0 || int(p) > len(leaves) || len(leaves) >= layout.TileWidth {
			return nil, os.ErrNotExist
		}
		return api.HashTile{Nodes: leaves[:p]}.MarshalText()
	}
}
