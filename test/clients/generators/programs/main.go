package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"time"

	"clients/api"
)

func tell(call string, status int, value any) {
	line, _ := json.Marshal([]any{call, status, value})
	fmt.Println(string(line))
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	withKey := func(_ context.Context, request *http.Request) error {
		request.Header.Set("X-API-KEY", os.Getenv("API_KEY"))
		return nil
	}
	client := must(api.NewClientWithResponses(os.Getenv("BASE_URL"), api.WithRequestEditorFn(withKey)))
	ctx := context.Background()
	one, two, least := int64(1), int64(2), 0.5
	chains := []string{"ethereum"}
	list := must(client.StrategiesListWithResponse(ctx, &api.StrategiesListParams{Chain: &chains, PerPage: &two, MinApy: &least}))
	id := list.JSON200.Data[0].Id
	tell("list", list.StatusCode(), len(list.JSON200.Data))
	got := must(client.StrategiesGetWithResponse(ctx, id))
	tell("get", got.StatusCode(), got.JSON200.Data.Id == id)
	unknown := []string{"nochain"}
	refused := must(client.StrategiesListWithResponse(ctx, &api.StrategiesListParams{Chain: &unknown}))
	tell("refusal", refused.StatusCode(), refused.JSON400.Error.Code)
	assets := []string{"ETH", "USDC"}
	prices := must(client.MarketPricesWithResponse(ctx, &api.MarketPricesParams{Asset: &assets}))
	tell("prices", prices.StatusCode(), len(prices.JSON200.Data))
	trends := must(client.MarketTrendsWithResponse(ctx, &api.MarketTrendsParams{}))
	tell("trends", trends.StatusCode(), trends.JSON200.Data.Window)
	performance := must(client.MarketPerformanceWithResponse(ctx, &api.MarketPerformanceParams{PerPage: &one}))
	tell("performance", performance.StatusCode(), len(performance.JSON200.Data))
	profile := must(client.AccountsProfileWithResponse(ctx))
	tell("profile", profile.StatusCode(), profile.JSON200.Data.Plan)
	key := fmt.Sprint("go-", time.Now().UnixNano())
	deposit := must(client.InvestmentsDepositWithResponse(ctx, &api.InvestmentsDepositParams{IdempotencyKey: &key}, api.InvestmentsDepositJSONRequestBody{StrategyId: id, Amount: "5"}))
	tell("deposit", deposit.StatusCode(), deposit.JSON201.Data.Type)
	investments := must(client.InvestmentsListWithResponse(ctx, &api.InvestmentsListParams{StrategyId: &id}))
	tell("investments", investments.StatusCode(), investments.JSON200.Data[0].Status)
	deposits := api.InvestmentsHistoryParamsType("deposit")
	history := must(client.InvestmentsHistoryWithResponse(ctx, &api.InvestmentsHistoryParams{Type: &deposits, PerPage: &one}))
	tell("history", history.StatusCode(), history.JSON200.Data[0].Type)
	page := must(client.InvestmentsHistoryWithResponse(ctx, &api.InvestmentsHistoryParams{Type: &deposits, PerPage: &one, After: history.JSON200.Meta.NextAfter}))
	tell("page", page.StatusCode(), page.JSON200.Data[0].Id != history.JSON200.Data[0].Id)
}
